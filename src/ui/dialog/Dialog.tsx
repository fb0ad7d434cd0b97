import { Modal } from '@mantine/core'
import { useElementSize, useViewportSize, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useBusy } from '../../pwa/busy.ts'
import { useIsPhone } from '../layout/screen.ts'
import classes from './Dialog.module.css'
import { confirmDiscard } from './discard.ts'
import { useRestoreFocus } from './useRestoreFocus.ts'

/** What a fixed title, and fixed buttons, may take of the screen’s height. */
const mostOfScreen = 0.2

const dialogs = '[role=dialog][aria-modal=true]'

/** The dialog that a key is meant for; where nothing has the focus, the one on top, questions too. */
const dialogOf = (target: Element) =>
  target === document.body ? [...document.querySelectorAll(dialogs)].at(-1) : target.closest(dialogs)

interface Props {
  title: ReactNode
  opened: boolean
  onClose: () => void
  /** Of the centred dialog from 768 px on; below it fills the screen. */
  width?: number | string
  /** Ground of the title: red for abnormal, blue-grey or teal for others. */
  tone?: 'abnormal' | 'neutral' | 'accent'
  /** Unsaved input stands in it, beside what marks itself by `data-unsaved`: closing asks first. */
  dirty?: boolean
  /** Buttons, fixed at the bottom unless large text makes them take too much of the screen. */
  actions?: ReactNode | ((close: () => void) => ReactNode)
  children: ReactNode
}

export function Dialog({
  title,
  opened,
  onClose,
  width = 560,
  tone,
  dirty = false,
  actions,
  children,
}: Props) {
  const phone = useIsPhone()
  const body = useRef<HTMLDivElement>(null)
  const { ref: head, height: headHeight } = useElementSize<HTMLDivElement>()
  const { ref: foot, height: footHeight } = useElementSize<HTMLDivElement>()
  const { height: screenHeight } = useViewportSize()
  const isLoose = (height: number) => height > screenHeight * mostOfScreen || undefined
  const listOpen = useRef(false)
  const meant = useRef(false)
  useBusy('dialog', opened && dirty, 'input')
  useRestoreFocus(opened)
  const close = async () => {
    const unsaved = dirty || body.current?.querySelector('[data-unsaved]')
    if (!unsaved || (await confirmDiscard())) onClose()
  }
  // Mantine would take the key at the window before an editor inside can; an open list closes before the dialog.
  useWindowEvent(
    'keydown',
    ({ target }) => {
      const focused = target instanceof Element ? target : document.body
      listOpen.current = focused.getAttribute('aria-expanded') === 'true'
      // Before the key closes one: it must not go on to the one below.
      meant.current = body.current !== null && dialogOf(focused) === body.current.closest(dialogs)
    },
    { capture: true },
  )
  useWindowEvent('keydown', ({ key, isComposing }) => {
    if (opened && meant.current && !listOpen.current && key === 'Escape' && !isComposing) void close()
  })
  return (
    <Modal.Root
      opened={opened}
      onClose={() => void close()}
      fullScreen={phone}
      centered
      size={width}
      closeOnEscape={false}
      // Given to Modal.Content it would also land on the frame around it.
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Header ref={head} className={classes.header} data-tone={tone} data-loose={isLoose(headHeight)}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton className={classes.close} size={phone ? 48 : 36} aria-label="閉じる" />
        </Modal.Header>
        <Modal.Body ref={body} className={classes.body}>
          {children}
          {actions && (
            <div ref={foot} className={classes.actions} data-loose={isLoose(footHeight)}>
              {typeof actions === 'function' ? actions(() => void close()) : actions}
            </div>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
