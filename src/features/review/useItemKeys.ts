import { useWindowEvent } from '@mantine/hooks'
import { isKeptFromKeys } from './isKeptFromKeys.ts'
import type { ItemActions } from './itemActions.ts'

const ownKeys = /^(?:[\d.jkprs-]|enter|backspace|arrow(?:left|right|up|down))$/

/** The keys of one item. `isReady`: its picture is on the screen, and nothing is asked about it. */
export function useItemKeys(
  actions: ItemActions,
  { isReady, isAsking }: { isReady: boolean; isAsking: boolean },
) {
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    if (ctrlKey || metaKey || altKey || isKeptFromKeys(event) || isPress(event)) return
    const pressed = key.toLowerCase()
    if (!ownKeys.test(pressed) || (repeat && !pressed.startsWith('arrow'))) return
    event.preventDefault()
    // J, K and S pass by an item whose picture does not come.
    if (!isAsking && (isReady || /^[jks]$/.test(pressed))) act(actions, pressed)
  })
}

/** A focused button keeps Enter, as everywhere. */
const isPress = ({ key, target }: KeyboardEvent) =>
  key === 'Enter' && target instanceof HTMLElement && target.closest('button, a') !== null

function act(actions: ItemActions, key: string): void {
  if (/^[\d.-]$/.test(key)) actions.type(key)
  else if (key === 'enter') actions.decide()
  else if (key === 'arrowleft') actions.chooseDigit(-1)
  else if (key === 'arrowright') actions.chooseDigit(1)
  else if (key === 'arrowup') actions.turnDigit(1)
  else if (key === 'arrowdown') actions.turnDigit(-1)
  else if (key === 'backspace') actions.shorten()
  else if (key === 'j') actions.move(1)
  else if (key === 'k') actions.move(-1)
  else if (key === 's') actions.defer()
  else if (key === 'p') actions.showPhoto()
  else if (key === 'r') actions.askRetake()
}
