import { useMediaQuery } from '@mantine/hooks'

const now = { getInitialValueInEffect: false }

/** Below 576 px: one hand, one column. */
export const useIsNarrow = (): boolean => useMediaQuery('(width < 36em)', false, now)

const phone = '(width < 48em)'

/** Below 768 px: cards, sheets, thumb bar. */
export const useIsPhone = (): boolean => useMediaQuery(phone, false, now)

/** The same as it is now, for what need not be loaded. */
export const isPhone = (): boolean => window.matchMedia(phone).matches

/** From 992 px: the left menu, picture and facts side by side. */
export const useIsWide = (): boolean => useMediaQuery('(width >= 62em)', true, now)

/** From 1200 px: the columns of a long table beside the menu; a tablet on its side has no room for them. */
export const useIsBroad = (): boolean => useMediaQuery('(width >= 75em)', true, now)

/** A mouse, and so keys: a cursor in a field brings no keyboard over the screen. */
export const useHasKeys = (): boolean => useMediaQuery('(hover: hover) and (pointer: fine)', true, now)

/** No room to drop a calendar below its field: any phone, also on its side. */
export const useIsSmall = (): boolean => useMediaQuery('(width < 48em) or (height < 36em)', false, now)
