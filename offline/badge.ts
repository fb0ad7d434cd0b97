/** Shows the number of what waits for the user on the app's icon, where the system has that. */
export async function showBadge(count: number): Promise<void> {
  // Missing in browsers without it, whatever TypeScript says.
  const badge: Partial<NavigatorBadge> = navigator
  await (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => undefined)
}
