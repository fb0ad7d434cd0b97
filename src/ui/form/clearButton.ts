/**
 * Makes Mantine's clear button accessible. `aria-hidden` must be absent: Mantine's dialogs take even «false» for
 * hidden.
 */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': undefined, tabIndex: 0 })
