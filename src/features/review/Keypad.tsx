import { Button, SimpleGrid } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconBackspace } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  onDigit: (key: string) => void
  onMove: (step: 1 | -1) => void
  onStep: (step: 1 | -1) => void
  onShorten: () => void
}

/** Digits for thumbs. */
export function Keypad({ onDigit, onMove, onStep, onShorten }: Props) {
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
  return (
    <SimpleGrid cols={6} spacing={6} verticalSpacing={6}>
      {['1', '2', '3', '4', '5'].map((digit) => key(digit, () => onDigit(digit)))}
      {key('1文字消す', onShorten, <IconBackspace size={24} aria-hidden />)}
      {['6', '7', '8', '9', '0'].map((digit) => key(digit, () => onDigit(digit)))}
      {key('.', () => onDigit('.'))}
      {key('前の桁', () => onMove(-1), <IconArrowLeft size={24} aria-hidden />)}
      {key('次の桁', () => onMove(1), <IconArrowRight size={24} aria-hidden />)}
      {key('1つ進める', () => onStep(1), <IconArrowUp size={24} aria-hidden />)}
      {key('1つ戻す', () => onStep(-1), <IconArrowDown size={24} aria-hidden />)}
      {key('-', () => onDigit('-'))}
    </SimpleGrid>
  )
}
