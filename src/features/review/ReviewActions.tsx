import { Button, type ButtonProps, Group } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconCamera,
  IconCheck,
  IconClockPause,
  IconPhoto,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useHasKeyboard, useIsWide } from '../../ui/layout/breakpoints.ts'
import type { ItemActions } from './itemActions.ts'
import { Keypad } from './Keypad.tsx'
import classes from './Review.module.css'

interface Props {
  actions: ItemActions
  /** The value as it is edited; it stays on the screen with the buttons of small screens. */
  digits: ReactNode
  isReady: boolean
  isAsking: boolean
}

/** The buttons of an item: at the thumb, with a keypad, on phones and tablets. */
export function ReviewActions({ actions, digits, isReady, isAsking }: Props) {
  const wide = useIsWide()
  const keys = useHasKeyboard()
  const [isEditing, setEditing] = useState(false)
  const isKeypadOpen = isEditing && !wide
  const button = (label: string, key: string, press: () => void, icon: ButtonProps) => (
    <Button variant="default" size="md" aria-keyshortcuts={key} onClick={press} {...icon}>
      {label}
    </Button>
  )
  return (
    <div className={classes.actions}>
      {/* Nobody confirms a value without seeing it. */}
      {!wide && digits}
      {isKeypadOpen && <Keypad actions={actions} />}
      <Group gap="xs" grow preventGrowOverflow={false}>
        {!isKeypadOpen && (
          <>
            {button('前へ', 'K', () => actions.move(-1), {
              leftSection: <IconArrowLeft size={20} aria-hidden />,
            })}
            {button('次へ', 'J', () => actions.move(1), {
              rightSection: <IconArrowRight size={20} aria-hidden />,
            })}
            {button('あとで', 'S', actions.defer, { leftSection: <IconClockPause size={20} aria-hidden /> })}
            {button('写真', 'P', actions.showPhoto, { leftSection: <IconPhoto size={20} aria-hidden /> })}
            {button('撮り直し', 'R', actions.askRetake, {
              leftSection: <IconCamera size={20} aria-hidden />,
            })}
          </>
        )}
        {!wide && (
          <Button
            variant="default"
            size="md"
            aria-expanded={isEditing}
            onClick={() => setEditing(!isEditing)}
          >
            {isEditing ? 'キーを閉じる' : '値を直す'}
          </Button>
        )}
      </Group>
      <Button
        size="xl"
        fullWidth
        leftSection={<IconCheck size={24} aria-hidden />}
        aria-keyshortcuts="Enter"
        aria-disabled={!isReady}
        loading={isAsking}
        onClick={actions.decide}
      >
        {keys ? '確定して次へ（Enter）' : '確定して次へ'}
      </Button>
    </div>
  )
}
