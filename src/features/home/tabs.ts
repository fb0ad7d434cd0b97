/** Values stored in localStorage. */
export const homeTabs = ['inspection', 'abnormal', 'new', 'devices'] as const
export type HomeTabName = (typeof homeTabs)[number]

const key = 'homeTab'

export const saveTab = (tab: HomeTabName, storage: Storage): void => storage.setItem(key, JSON.stringify(tab))

/** The stored tab; the first if missing or invalid. */
export const loadTab = (storage: Pick<Storage, 'getItem'>): HomeTabName =>
  homeTabs.find((tab) => JSON.stringify(tab) === storage.getItem(key)) ?? homeTabs[0]
