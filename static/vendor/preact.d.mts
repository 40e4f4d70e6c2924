export const h: any;
export const Fragment: any;
export function render(tree: any, parent: Element): void;
