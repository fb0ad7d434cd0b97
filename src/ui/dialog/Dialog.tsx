import { Modal } from '@mantine/core'
import { useElementSize, useViewportSize, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useBusy } from '../../pwa/busy.ts'
import { useIsPhone } from '../layout/breakpoints.ts'
import classes from './Dialog.module.css'
import { confirmDiscard } from './discard.ts'
import { useRestoreFocus } from './useRestoreFocus.ts'

/** Above this ratio of the screen's height, title or buttons are not sticky. */
const maxShareOfScreen = 0.2

const dialogs = '[role=dialog][aria-modal=true]'

/** The dialog or popover a key event belongs to; without focus the topmost dialog, including confirmations. */
const dialogOf = (target: Element) =>
  target === document.body ? [...document.querySelectorAll(dialogs)].at(-1) : target.closest('[role=dialog]')

interface Props {
  title: ReactNode
  opened: boolean
  onClose: () => void
  /** After the dialog has left the page. */
  onClosed?: () => void
  /** From 768 px; below, the dialog is full-screen. */
  width?: number | string
  /** Title background: red for abnormal, blue-grey or teal otherwise. */
  tone?: 'abnormal' | 'neutral' | 'accent'
  /** Unsaved input, in addition to elements marked `data-unsaved`: closing asks first. */
  dirty?: boolean
  /** Buttons, sticky at the bottom unless large text makes them too high. */
  actions?: ReactNode | ((close: () => void) => ReactNode)
  children: ReactNode
}

export function Dialog({
  title,
  opened,
  onClose,
  onClosed,
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
  const isLoose = (height: number) => height > screenHeight * maxShareOfScreen || undefined
  const listOpen = useRef(false)
  const meant = useRef(false)
  useBusy('dialog', opened && dirty, 'input')
  useRestoreFocus(opened)
  const close = async () => {
    const unsaved = dirty || body.current?.querySelector('[data-unsaved]')
    if (!unsaved || (await confirmDiscard())) onClose()
  }
  // Own Escape handling: Mantine's would take the key before an editor inside; an open dropdown closes first.
  useWindowEvent(
    'keydown',
    ({ target }) => {
      const focused = target instanceof Element ? target : document.body
      listOpen.current =
        focused.getAttribute('aria-expanded') === 'true' && focused.hasAttribute('aria-haspopup')
      // Captured before the key closes one dialog: it must not close the one below too.
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
      {...(onClosed && { onExitTransitionEnd: onClosed })}
      fullScreen={phone}
      centered
      size={width}
      closeOnEscape={false}
      // On Modal.Content the class would also apply to its wrapper.
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Header ref={head} className={classes.header} data-tone={tone} data-loose={isLoose(headHeight)}>
          <Modal.Title fz="lg" fw={700} lh={1.4} className="break-anywhere">
            {title}
          </Modal.Title>
          <Modal.CloseButton className={classes.close} size={phone ? 48 : 36} aria-label="閉じる" />
        </Modal.Header>
        <Modal.Body ref={body} className={classes.body}>
          {children}
          {actions && (
            <div ref={foot} className={classes.actions} data-loose={isLoose(footHeight)} data-at-thumb>
              <Actions actions={actions} onClose={() => void close()} />
            </div>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The buttons; a function gets the dialog's own closing, which asks before input is lost. */
function Actions({ actions, onClose }: Pick<Props, 'actions' | 'onClose'>) {
  return typeof actions === 'function' ? actions(onClose) : actions
}
