/** The text of the QR code in a picture. Throws where there is none. */
export function decodeQR(image: { width: number; height: number; data: ArrayLike<number> }): string;
export default decodeQR;
