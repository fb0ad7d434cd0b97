/**
 * Names Mantine's clear button. `aria-hidden` must be absent: Mantine's dialogs take even «false» for hidden. Tab skips
 * the button of a select, which the key Delete clears as well.
 */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': undefined })
