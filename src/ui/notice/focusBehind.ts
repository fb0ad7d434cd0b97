/** Remembers where focus was before it went into the list; `restore` returns it once what had it has gone. */
export function rememberFocus(list: HTMLElement): { restore: () => void; stop: () => void } {
  let behind: HTMLElement | null = null
  let inside: Element | null = null
  const onFocus = ({ target, relatedTarget }: FocusEvent) => {
    inside = target instanceof Element ? target : null
    if (relatedTarget instanceof HTMLElement && !list.contains(relatedTarget)) behind = relatedTarget
  }
  list.addEventListener('focusin', onFocus)
  return {
    restore() {
      if (inside === null || inside.isConnected) return
      inside = null
      if (document.activeElement !== document.body) return
      const focusable = behind?.isConnected ? behind : fallback()
      focusable?.focus({ preventScroll: true })
    },
    stop: () => list.removeEventListener('focusin', onFocus),
  }
}

function fallback(): HTMLElement | null {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1)
  const focusable = dialog?.querySelector<HTMLElement>('[data-autofocus], button')
  return focusable ?? document.querySelector<HTMLElement>('main')
}
