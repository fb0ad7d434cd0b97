/**
 * What spreadsheets take for a formula, except for a negative number; with apostrophes in front of it too, so that an
 * escaped text can be told from one that was typed so. Full-width signs count for some of them.
 */
const formula = /^(?!-\d+(\.\d+)?$)'*[=+\-@\t\r＝＋－＠]/

/** Returns a text as files contain it: an apostrophe keeps spreadsheets from computing it. */
export const escapeFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Returns the text that `escapeFormula` was given. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text
