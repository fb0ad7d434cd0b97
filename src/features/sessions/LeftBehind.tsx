import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconFileZip, IconPhotoExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { OwnedRows } from '../../../offline/outbox.ts'
import { exportedText } from '../../lib/held/exportOutbox.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { useLeftBehind } from './useLeftBehind.ts'

/**
 * Offers what former members left unsent on this device as files for the administrators of their organizations. Shows how
 * many rows there are, and nothing of them.
 */
export function LeftBehind({ onFound }: { onFound: () => void }) {
  const { owners, save, remove } = useLeftBehind(onFound)
  return owners.map((owner) => (
    <LeftBehindAlert
      key={`${owner.userId}/${owner.organizationId}`}
      owner={owner}
      onSave={() => save(owner)}
      onRemove={() => remove(owner)}
    />
  ))
}

interface Props {
  owner: OwnedRows
  onSave: () => Promise<number | null>
  onRemove: () => Promise<void>
}

function LeftBehindAlert({ owner: { count, exported }, onSave, onRemove }: Props) {
  const [working, setWorking] = useState(false)
  const save = async () => {
    setWorking(true)
    try {
      const saved = await onSave()
      if (saved !== null) notify.success(exportedText(saved))
    } catch (error) {
      notify.failure(error, { title: 'ファイルに書き出せませんでした', retry: () => void save() })
    } finally {
      setWorking(false)
    }
  }
  const remove = async () => {
    const agreed = await confirm({
      title: `書き出した${exported}件をこの端末から削除しますか`,
      text: '削除すると元に戻せません。管理者がファイルを取り込んだことを確かめてください。',
      confirm: '削除',
      destructive: true,
    })
    if (!agreed) return
    try {
      await onRemove()
      notify.success(`${exported}件をこの端末から削除しました。`)
    } catch (error) {
      notify.failure(error, { title: '削除できませんでした' })
    }
  }
  return (
    <Alert
      color="yellow"
      icon={<IconPhotoExclamation aria-hidden />}
      title={`削除された利用者の未送信の記録が${count}件あります`}
    >
      <Stack gap="sm">
        <Text size="sm">
          送信できる人がいません。ファイルに書き出して、組織の管理者に渡してください。ファイルは暗号化され、管理者だけが「撮影の送信状況」で取り込めます。
        </Text>
        <Button
          variant="default"
          leftSection={<IconFileZip size={20} aria-hidden />}
          loading={working}
          onClick={() => void save()}
        >
          {exported > 0 ? 'もう一度ファイルに書き出す' : 'ファイルに書き出す'}
        </Button>
        {exported > 0 && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            書き出した{exported}件をこの端末から削除
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
