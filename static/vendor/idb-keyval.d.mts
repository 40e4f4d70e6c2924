export function createStore(database: string, store: string): any;
export function setMany(entries: [string, any][], store?: any): Promise<void>;
export function delMany(keys: string[], store?: any): Promise<void>;
export function entries(store?: any): Promise<[IDBValidKey, any][]>;
