import { useMediaQuery } from '@mantine/hooks'

const now = { getInitialValueInEffect: false }

/** Below 576 px: one hand, one column. */
export const useIsNarrow = (): boolean => useMediaQuery('(width < 36em)', false, now)

const phone = '(width < 48em)'

/** Below 768 px: cards, sheets, bottom bar. */
export const useIsPhone = (): boolean => useMediaQuery(phone, false, now)

/** Current value, without a subscription. */
export const isPhone = (): boolean => window.matchMedia(phone).matches

/** From 992 px: left menu, picture and facts side by side. */
export const useIsWide = (): boolean => useMediaQuery('(width >= 62em)', true, now)

/** From 1200 px and on paper: all columns of a long table; a tablet in landscape has no room. */
export const useIsBroad = (): boolean => useMediaQuery('print, (width >= 75em)', true, now)

/** Mouse and keyboard: focusing a field opens no on-screen keyboard. */
export const useHasKeyboard = (): boolean => useMediaQuery('(hover: hover) and (pointer: fine)', true, now)

/** No room for a calendar below its field: any phone in any orientation. */
export const useIsSmallScreen = (): boolean => useMediaQuery('(width < 48em) or (height < 36em)', false, now)
