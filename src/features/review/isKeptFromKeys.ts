/** Whether a key event belongs to something else than the item shown: a dialog, or a field. */
export const isKeptFromKeys = ({ target }: KeyboardEvent): boolean =>
  document.querySelector('[role=dialog]') !== null ||
  (target instanceof HTMLElement && target.closest('input, textarea, [role=menu]') !== null)
