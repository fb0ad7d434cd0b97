import { Button, SimpleGrid } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconBackspace } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ItemActions } from './itemActions.ts'

/** Digits for thumbs. */
export function Keypad({ actions }: { actions: ItemActions }) {
  const key = (label: string, press: () => void, icon?: ReactNode) => (
    <Button
      key={label}
      variant="default"
      size="lg"
      px={0}
      aria-label={icon ? label : undefined}
      onClick={press}
    >
      {icon ?? label}
    </Button>
  )
  const character = (typed: string) => key(typed, () => actions.type(typed))
  return (
    <SimpleGrid cols={6} spacing={6} verticalSpacing={6}>
      {['1', '2', '3', '4', '5'].map(character)}
      {key('1文字消す', actions.shorten, <IconBackspace size={24} aria-hidden />)}
      {['6', '7', '8', '9', '0'].map(character)}
      {character('.')}
      {key('前の桁', () => actions.chooseDigit(-1), <IconArrowLeft size={24} aria-hidden />)}
      {key('次の桁', () => actions.chooseDigit(1), <IconArrowRight size={24} aria-hidden />)}
      {key('1つ進める', () => actions.turnDigit(1), <IconArrowUp size={24} aria-hidden />)}
      {key('1つ戻す', () => actions.turnDigit(-1), <IconArrowDown size={24} aria-hidden />)}
      {character('-')}
    </SimpleGrid>
  )
}
