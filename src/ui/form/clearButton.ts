/**
 * Names Mantine's clear button. `aria-hidden` must be absent: Mantine's dialogs take even «false» for hidden. Tab skips
 * the button in a select, because deleting the whole text also clears a select.
 */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': undefined })
