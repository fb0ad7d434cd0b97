import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { baseTheme, colorVariables } from '../src/ui/theme/palette.ts'

const whole = /\/@mantine\/core\/styles\.layer\.css$/
/** Holds a component’s class names, and nothing else. */
const classNames = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
/** Writes the theme’s variables into the page. */
const variablesComponent = /\/@mantine\/core\/esm\/.*\/MantineCssVariables\.mjs$/
/** Gives a field its id, and draws it a second time at once to give it another. */
const idHook = /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/

const ownIdHook = `
import { useId as useReactId } from 'react'
export const useId = (given) => {
  const made = useReactId()
  return typeof given === 'string' ? given : made
}`

/** What all components stand on. */
const foundation = ['baseline', 'default-css-variables', 'global']

const read = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@mantine/core/styles/${name}.layer.css`)), 'utf8')

/**
 * A component’s style comes with its script. The whole of Mantine’s, which `main.ts` imports and which is used as it
 * stands where nothing is built, weighs more than all else that a first paint waits for. The styles are those in a
 * CSS layer: ours hold against them in whatever order files arrive. The theme’s variables are worked out here rather
 * than in each browser before its first paint. And a field keeps the id that React gives it.
 */
export function leanMantine(): Plugin {
  return {
    name: 'lean-mantine',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: [whole, variablesComponent, idHook] },
      handler(id) {
        if (idHook.test(id)) return ownIdHook
        return whole.test(id)
          ? [...foundation.map(read), convertCssVariables(ownVariables())].join('\n')
          : 'export const MantineCssVariables = () => null'
      },
    },
    transform: {
      filter: { id: classNames },
      handler(code, id) {
        const name = classNames.exec(id)?.[1]
        return { code: `import '@mantine/core/styles/${name}.layer.css'\n${code}`, map: null }
      },
    },
  }
}

/** The variables of our theme that differ from Mantine’s. */
function ownVariables(): ConvertCSSVariablesInput {
  const theme = mergeMantineTheme(DEFAULT_THEME, baseTheme)
  const own = defaultCssVariablesResolver(theme)
  const ours = colorVariables(theme)
  const usual = defaultCssVariablesResolver(DEFAULT_THEME)
  const differing = (part: keyof ConvertCSSVariablesInput) => {
    const known: Record<string, string> = usual[part]
    return Object.fromEntries(
      Object.entries({ ...own[part], ...ours[part] }).filter(([name, value]) => known[name] !== value),
    )
  }
  return { variables: differing('variables'), dark: differing('dark'), light: differing('light') }
}
