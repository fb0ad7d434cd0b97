/**
 * Moves the focus from a button that goes away, or has gone away, to another control. Leaves the focus where the user has
 * put it in the meantime.
 */
export function moveFocus(from: HTMLElement, to: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === from || activeElement === body) to?.focus()
}
