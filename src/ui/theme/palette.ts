import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#e6f6f4',
  '#cdebe7',
  '#9fd8d1',
  '#6cc3b9',
  '#43afa3',
  '#229a8d',
  '#128478',
  '#0b6f65',
  '#095b53',
  '#064740',
]

/** Destructive and failed; white text is legible from shade 5 on. */
const red: MantineColorsTuple = [
  '#fdeceb',
  '#f9d6d3',
  '#f3aca6',
  '#ec8880',
  '#e0574d',
  '#cc2f26',
  '#b3261e',
  '#a3221b',
  '#8f1a1a',
  '#701313',
]

/** Blue-grey rather than neutral grey. */
const gray: MantineColorsTuple = [
  '#f6f8f9',
  '#eef2f4',
  '#dfe5e9',
  '#cbd4da',
  '#a9b6bf',
  '#82919c',
  '#647480',
  '#4d5c67',
  '#38454f',
  '#222c34',
]

const dark: MantineColorsTuple = [
  '#d5dce1',
  '#b7c1c8',
  '#95a2ab',
  '#5f6d77',
  '#3c4850',
  '#2c363d',
  '#232c32',
  '#192025',
  '#141a1e',
  '#0e1317',
]

const japanese =
  "'Hiragino Sans', 'Hiragino Kaku Gothic ProN', 'Noto Sans JP', 'Noto Sans CJK JP', 'Yu Gothic UI', Meiryo, system-ui, sans-serif"

/** The theme without component defaults. */
export const baseTheme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  colors: { teal, red, gray, dark },
  black: '#1a2329',
  fontFamily: japanese,
  headings: { fontFamily: japanese, fontWeight: '700', textWrap: 'wrap' },
  defaultRadius: 'md',
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.5rem', lg: '0.75rem', xl: '1rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '100em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
})

/** Colours by meaning. `text` has a contrast of 7:1 on page, `soft` and card; `edge` is for borders and icons. */
export const colorVariables: CSSVariablesResolver = () => ({
  variables: {
    '--menu-width': '10.9375rem',
    '--rail-width': '4rem',
    '--thumb-bar-height': '4rem',
    '--pressing': '#ffb938',
    '--pressing-text': '#3a2100',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#4d5c67',
    '--mantine-color-placeholder': '#647480',
    '--mantine-color-error': '#b3261e',
    '--ground': '#f6f8f9',
    '--line': '#dfe5e9',
    '--pressed': '#e6f6f4',
    '--accent-text': '#095b53',
    '--abnormal-text': '#8f1a1a',
    '--abnormal-soft': '#fdeceb',
    '--abnormal-edge': '#cc2f26',
    '--waiting-text': '#653a00',
    '--waiting-soft': '#fff3dc',
    '--waiting-edge': '#c77700',
    '--weak-text': '#4a1f7a',
    '--weak-soft': '#f4ecfc',
    '--weak-edge': '#8a4fc9',
    '--normal-text': '#0a4f2b',
    '--normal-soft': '#e6f5eb',
    '--normal-edge': '#258750',
    '--neutral-text': '#33475b',
    '--neutral-soft': '#edf1f5',
    '--neutral-edge': '#6b8095',
    '--abnormal-band': 'rgb(255 105 140 / 18%)',
  },
  dark: {
    '--mantine-color-body': '#192025',
    '--mantine-color-dimmed': '#a9b6bf',
    '--mantine-color-placeholder': '#95a2ab',
    '--mantine-color-error': '#ff9d95',
    '--mantine-color-red-light-color': '#ffb9b1',
    '--mantine-color-teal-light': '#12352f',
    '--mantine-color-teal-light-hover': '#17443c',
    '--mantine-color-teal-light-color': '#9fd8d1',
    '--ground': '#12171b',
    '--line': '#323d45',
    '--pressed': '#12352f',
    '--accent-text': '#6cc3b9',
    '--abnormal-text': '#ffb9b1',
    '--abnormal-soft': '#45211f',
    '--abnormal-edge': '#e8695f',
    '--waiting-text': '#ffd494',
    '--waiting-soft': '#3d2d10',
    '--waiting-edge': '#dd9a35',
    '--weak-text': '#dfc8ff',
    '--weak-soft': '#32234a',
    '--weak-edge': '#a97ae0',
    '--normal-text': '#9be2b6',
    '--normal-soft': '#173625',
    '--normal-edge': '#43b173',
    '--neutral-text': '#c9d5e0',
    '--neutral-soft': '#28333d',
    '--neutral-edge': '#7d92a6',
    '--abnormal-band': 'rgb(255 105 140 / 22%)',
  },
})
