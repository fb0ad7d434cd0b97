/** The mark that clears a select, also for keys and screen readers, from which Mantine hides it. */
export const clearButton = (label: string) => ({ 'aria-label': label, 'aria-hidden': false, tabIndex: 0 })
