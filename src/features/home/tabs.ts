/** Tabs of the home screen, as they are remembered. */
export const homeTabs = ['inspection', 'abnormal', 'new', 'devices'] as const
export type HomeTabName = (typeof homeTabs)[number]

const key = 'homeTab'

/** Comes back with the next visit. */
export const rememberTab = (tab: HomeTabName, storage: Storage): void =>
  storage.setItem(key, JSON.stringify(tab))

/** The last tab; the first when there is none, or none that can be understood. */
export const recallTab = (storage: Pick<Storage, 'getItem'>): HomeTabName =>
  homeTabs.find((tab) => JSON.stringify(tab) === storage.getItem(key)) ?? homeTabs[0]
