// Values of maps, under keys that are there by construction.

/**
 * The value of this key. Throws RangeError where the map has none.
 * @template K, V @param {ReadonlyMap<K, V>} map @param {K} key @returns {V}
 */
export function getExisting(map, key) {
  const value = map.get(key);
  if (value === undefined) throw new RangeError("a key without a value");
  return value;
}
