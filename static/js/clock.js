// A time of day in words: "HH.MM" as the page's language writes it, in the time zone of the hall.

/** @param {Date} moment @param {string} pattern @param {string | undefined} zone */
export function clockWords(moment, pattern, zone) {
  const parts = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone || undefined });
  const [hours, minutes] = parts.format(moment).split(":");
  return pattern.replace("HH", hours).replace("MM", minutes);
}
