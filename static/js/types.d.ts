// What browsers have and TypeScript's own library does not describe.

declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  static getSupportedFormats(): Promise<string[]>;
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}

interface Window {
  BarcodeDetector?: typeof BarcodeDetector;
}
