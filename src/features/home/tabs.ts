export const homeTabs = ['inspection', 'abnormal', 'new', 'devices'] as const
export type HomeTabName = (typeof homeTabs)[number]

/** Key in localStorage. */
export const homeTabKey = 'homeTab'
