import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { DeclinedError } from '../../failures/callErrors.ts'
import { failureText } from '../../failures/failureText.ts'
import { isPhone } from '../layout/breakpoints.ts'
import { UndoButton } from './UndoButton.tsx'

/** Id of the undo notification. */
const undoNotificationId = 'undoable'
/** Where phones show it. */
export const atThumb = 'bottom-center'
/** Where other screens show what is urgent. */
export const atCorner = 'bottom-right'

interface FailureOptions {
  /** Such as 「ログインに失敗しました」; default: the error's own text. */
  title?: string
  retry?: () => void
}

interface Action {
  label: string
  run: () => void
}

interface Notice {
  /** Id of its subject. */
  id: string
  title: string
  text: string
  action?: Action
  /** Another way on. */
  other?: Action
  onClose?: () => void
}

/** Replaces a notification with the same id, so that screen readers announce it again. */
function show(id: string, notice: Omit<NotificationData, 'id'>): void {
  notifications.hide(id)
  notifications.show({ ...notice, id })
}

function ask({ id, title, onClose, ...words }: Notice, how: Omit<NotificationData, 'message'>): void {
  show(id, {
    ...how,
    role: 'alert',
    icon: <IconAlertTriangle size={18} aria-hidden />,
    title,
    message: <Leading id={id} {...words} />,
    ...(onClose && { onClose }),
  })
}

/** The words of a notice, and the buttons that lead on from it. */
const Leading = ({ id, text, action, other }: Omit<Notice, 'title' | 'onClose'>) => (
  <Group gap="xs" justify="space-between">
    <Text size="sm">{text}</Text>
    {[action, other]
      .filter((each) => each !== undefined)
      .map(({ label, run }) => (
        <Button
          key={label}
          size="compact-md"
          variant="default"
          onClick={() => {
            notifications.hide(id)
            run()
          }}
        >
          {label}
        </Button>
      ))}
  </Group>
)

export const notify = {
  /** A new attempt makes the last one's notifications obsolete. */
  clear(): void {
    notifications.clean()
  },

  /** Closes itself, later where it has an action. */
  success(message: string, action?: Notice['action']): void {
    const done = { color: 'teal', icon: <IconCheck size={18} aria-hidden /> }
    const id = `done:${message}`
    if (action)
      show(id, { ...done, autoClose: 10_000, message: <Leading id={id} text={message} action={action} /> })
    else show(id, { ...done, message, autoClose: 4000 })
  },

  /** Before it closes itself: what it was about is no longer on the screen. */
  endSuccess(message: string): void {
    notifications.hide(`done:${message}`)
  },

  /** Neutral information; closes itself slowly. `subject`: what it is about; only the last information about it is shown. */
  info(message: string, subject = message): void {
    show(`info:${subject}`, {
      message,
      color: 'gray',
      icon: <IconInfoCircle size={18} aria-hidden />,
      autoClose: 8000,
    })
  },

  /** The input must be corrected. Stays until closed. Returns the notification's id. */
  warning(message: string): string {
    const id = `warning:${message}`
    show(id, {
      message,
      role: 'alert',
      color: 'red',
      icon: <IconAlertTriangle size={18} aria-hidden />,
      autoClose: false,
    })
    return id
  },

  /**
   * An abnormal event that needs a person; announced at once. On phones it stays until closed; elsewhere it would keep
   * pushing the page down, so it closes itself and the menu's count remains. There it is in the corner, because at the top
   * it would cover what people read first.
   */
  urgent(notice: Notice): void {
    if (isPhone()) ask(notice, { color: 'red', autoClose: false })
    else ask(notice, { color: 'red', autoClose: 20_000, position: atCorner })
  },

  /** Changes the words of a notice that is shown, without announcing it again. */
  reword({ id, title, ...words }: Omit<Notice, 'onClose'>): void {
    notifications.update({ id, title, message: <Leading id={id} {...words} /> })
  },

  /** Done, with something left for a person to do. Announced at once, stays until closed. */
  toDo(notice: Notice): void {
    ask(notice, { color: 'orange.9', autoClose: false })
  },

  /**
   * Done, undoable for ten seconds. Only the last action: more would cover a phone’s screen. On a phone it is within reach
   * of the thumb.
   */
  undoable({ title, text, undo }: { title: string; text: string; undo: () => void }): void {
    show(undoNotificationId, {
      ...(isPhone() && { position: atThumb }),
      role: 'alert',
      color: 'teal',
      icon: <IconCheck size={18} aria-hidden />,
      autoClose: 10_000,
      title,
      message: (
        <Group gap="xs" justify="space-between">
          <Text size="sm">{text}</Text>
          <UndoButton
            undo={() => {
              // Still clickable while fading out.
              if (!notify.isShown(undoNotificationId)) return
              notifications.hide(undoNotificationId)
              undo()
            }}
          />
        </Group>
      ),
    })
  },

  /** What it offered has been done elsewhere. */
  endUndo(): void {
    notifications.hide(undoNotificationId)
  },

  /** Shown or queued. */
  isShown(id: string): boolean {
    const { notifications: shown, queue } = notificationsStore.getState()
    return [...shown, ...queue].some((each) => each.id === id)
  },

  /** Hides failures with this title before a new attempt. */
  retract(title: string): void {
    const { notifications: shown, queue } = notificationsStore.getState()
    for (const { id } of [...shown, ...queue])
      if (id === `failure:${title}` || id?.startsWith(`warning:${title}`)) notifications.hide(id)
  },

  hide(id: string): void {
    notifications.hide(id)
  },

  /**
   * Stays until closed: what happened, what to do, 再試行. Returns the notification's id. Says nothing of what the user
   * declined.
   */
  failure(error: unknown, { title, retry }: FailureOptions = {}): string {
    const text = failureText(error)
    const id = `failure:${title ?? text.title}`
    if (error instanceof DeclinedError) return id
    show(id, {
      role: 'alert',
      color: 'red',
      icon: <IconAlertTriangle size={18} aria-hidden />,
      autoClose: false,
      title: title ?? text.title,
      message: (
        <>
          <Text size="sm">
            {title && title !== text.title ? `${text.title}。${text.detail}` : text.detail}
          </Text>
          {(retry || text.requestId) && (
            <Group gap="xs" justify="space-between" mt={4}>
              <Text size="xs">{text.requestId && `お問い合わせ番号: ${text.requestId}`}</Text>
              {retry && (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => {
                    notifications.hide(id)
                    retry()
                  }}
                >
                  再試行
                </Button>
              )}
            </Group>
          )}
        </>
      ),
    })
    return id
  },
}
