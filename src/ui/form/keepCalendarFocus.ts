/**
 * Month, year and decade replace one another and drop the pressed button, with the focus: it goes on to the head of what
 * is shown then, so that keys stay the calendar's.
 */
export function keepCalendarFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const calendar = document.querySelector('[data-dates-dropdown]')
    const head = calendar?.querySelector<HTMLElement>('button[class*=calendarHeaderLevel]')
    const next = head ?? calendar?.querySelector<HTMLElement>('button:not(:disabled)')
    next?.focus()
  })
}
