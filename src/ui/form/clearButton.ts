/**
 * The mark that clears a select, also for keys and screen readers, from which Mantine hides it. No `aria-hidden` at
 * all: Mantine's dialogs take even «false» for hidden.
 */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': undefined, tabIndex: 0 })
