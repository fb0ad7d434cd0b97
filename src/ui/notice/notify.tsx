import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { isPhone } from '../layout/screen.ts'
import { failureText } from '../text/failureText.ts'
import { UndoButton } from './UndoButton.tsx'

/** Of the news that a deed is done and can be taken back. */
const undoable = 'undoable'

interface FailureOptions {
  /** What could not be done, such as 「ログインに失敗しました」; the failure's own text otherwise. */
  title?: string
  retry?: () => void
}

interface News {
  /** Of what it is about. */
  id: string
  title: string
  text: string
  action: { label: string; run: () => void }
}

/** The same news again replaces the old one, and is read out again. */
function show(id: string, news: Omit<NotificationData, 'id'>): void {
  notifications.hide(id)
  notifications.show({ ...news, id })
}

function ask({ id, title, text, action }: News, color: string, autoClose: number | false): void {
  show(id, {
    role: 'alert',
    color,
    icon: <IconAlertTriangle size={18} aria-hidden />,
    autoClose,
    title,
    message: <Leading id={id} text={text} action={action} />,
  })
}

/** The words of a notice, and the button that leads on from it. */
const Leading = ({ id, text, action }: Omit<News, 'title'>) => (
  <Group gap="xs" justify="space-between">
    <Text size="sm">{text}</Text>
    <Button
      size="compact-md"
      variant="default"
      onClick={() => {
        notifications.hide(id)
        action.run()
      }}
    >
      {action.label}
    </Button>
  </Group>
)

export const notify = {
  /** Takes back what is shown: a new attempt makes the news of the last one old. */
  clear(): void {
    notifications.clean()
  },

  /** Short, closes itself; later where it leads on. */
  success(message: string, action?: News['action']): void {
    const done = { color: 'teal', icon: <IconCheck size={18} aria-hidden /> }
    if (!action) {
      notifications.show({ ...done, message, autoClose: 4000 })
      return
    }
    const id = `done:${message}`
    show(id, { ...done, autoClose: 10_000, message: <Leading id={id} text={message} action={action} /> })
  },

  /** Something worth knowing that nobody did wrong. Closes itself slowly. */
  info(message: string): void {
    notifications.show({
      message,
      color: 'gray',
      icon: <IconInfoCircle size={18} aria-hidden />,
      autoClose: 8000,
    })
  },

  /** The input has to change first. Stays until read. */
  warning(message: string): void {
    show(`warning:${message}`, {
      message,
      role: 'alert',
      color: 'red',
      icon: <IconAlertTriangle size={18} aria-hidden />,
      autoClose: false,
    })
  },

  /**
   * Something abnormal that asks for a person. Read out at once. On a phone it has room of its own and stays until it is
   * read; elsewhere it would cover what people work on, and goes after a while: the count in the menu stays.
   */
  news(news: News): void {
    ask(news, 'red', isPhone() ? false : 20_000)
  },

  /** Done, but something is still to be done by a person. Read out at once, and stays until read. */
  toDo(news: News): void {
    ask(news, 'orange.9', false)
  },

  /** Done, and can be taken back for ten seconds. Only the last deed is offered: more would cover a phone’s screen. */
  undoable({ title, text, undo }: { title: string; text: string; undo: () => void }): void {
    show(undoable, {
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
              // It can still be pressed while it fades.
              if (!notify.isShown(undoable)) return
              notifications.hide(undoable)
              undo()
            }}
          />
        </Group>
      ),
    })
  },

  /** Whether it stands there still, or waits for room. */
  isShown(id: string): boolean {
    const { notifications: shown, queue } = notificationsStore.getState()
    return [...shown, ...queue].some((each) => each.id === id)
  },

  /** Takes back what is told of attempts that failed under this title: a new one makes it old. */
  retract(title: string): void {
    const { notifications: shown, queue } = notificationsStore.getState()
    for (const { id } of [...shown, ...queue])
      if (id === `failure:${title}` || id?.startsWith(`warning:${title}`)) notifications.hide(id)
  },

  /** Takes back what need not be read any more. */
  hide(id: string): void {
    notifications.hide(id)
  },

  /** Stays until read: what happened, what to do, 再試行. */
  failure(error: unknown, { title, retry }: FailureOptions = {}): void {
    const text = failureText(error)
    const id = `failure:${title ?? text.title}`
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
  },
}
