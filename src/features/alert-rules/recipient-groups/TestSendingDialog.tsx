import { Button, List, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { RecipientGroup } from '../../../../contract/alert-rules/recipientGroups.ts'
import { useTestRecipientGroup } from '../../../lib/mutations/recipientGroupMutations.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import { deliveryLabels, deliveryOf, membersText } from './recipientGroupTexts.ts'

interface Props {
  group: RecipientGroup
  onClose: () => void
}

/** 試し送信: what reaches each member of a notification group. */
export function TestSendingDialog({ group, onClose }: Props) {
  const test = useTestRecipientGroup()
  const failed = '試し送信に失敗しました'
  const send = () => {
    notify.retract(failed)
    test.mutate(group.id, { onError: (error) => notify.failure(error, { title: failed, retry: send }) })
  }
  return (
    <Dialog
      title={`「${group.name}」へ試し送信`}
      opened
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            閉じる
          </Button>
          <Button
            leftSection={<IconSend size={18} aria-hidden />}
            loading={test.isPending}
            disabled={group.members.length === 0}
            data-autofocus
            onClick={send}
          >
            {test.data ? 'もう一度送信' : '試し送信'}
          </Button>
        </>
      }
    >
      <Stack gap="sm" className="break-anywhere">
        <Text>
          {group.members.length === 0
            ? 'メンバーがいないため、試し送信はできません。'
            : `メンバー${membersText(group)}に、「試し送信」と書いたメールと通知を、アラートと同じ方法ですぐに送ります。休止時間のあいだも送ります。`}
        </Text>
        <div role="status">
          {test.data && (
            <List listStyleType="none" spacing="sm" aria-label="試し送信の結果">
              {test.data.map((delivery) => {
                const { tone, text } = deliveryOf(delivery)
                return (
                  <List.Item key={delivery.user_id}>
                    <Text component="span" fw={700}>
                      {delivery.username}
                    </Text>{' '}
                    <StatusPill tone={tone}>{deliveryLabels[tone]}</StatusPill>
                    <Text size="sm">{text}</Text>
                  </List.Item>
                )
              })}
            </List>
          )}
        </div>
      </Stack>
    </Dialog>
  )
}
