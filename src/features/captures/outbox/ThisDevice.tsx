import { Button, Flex, Title } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useWrongClock } from '../../../lib/session/clockOffset.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { clockText } from '../captureTexts.ts'
import { isInstalled } from './installed.ts'
import { OutboxDrawer } from './OutboxDrawer.tsx'
import { useOutbox } from './useOutbox.ts'

/** Of this browser: what it holds, how safe that is, and the way to the outbox also when all is sent. */
export function ThisDevice() {
  const { unsent, aside } = useOutbox()
  const [opened, setOpened] = useState(false)
  const isPersisted = usePersisted()
  const wrong = useWrongClock()
  return (
    <Flex component="section" direction="column" gap={8} miw={0} aria-labelledby="this-device">
      <Title order={2} size="h4" id="this-device">
        この端末の保存領域
      </Title>
      <div>
        <Fact label="未送信">{unsent}件</Fact>
        {aside > 0 && <Fact label="保留">{aside}件</Fact>}
        <Fact label="保護">
          {isPersisted === null
            ? '確認しています'
            : isPersisted
              ? '保護されています'
              : '保護されていません。空き容量が減ると、ブラウザが未送信の写真を消すことがあります。'}
        </Fact>
        <Fact label="インストール">
          {isInstalled() ? '済み' : 'していません。ホーム画面に追加すると、写真が消されにくくなります。'}
        </Fact>
        {wrong !== null && <Fact label="時計">{clockText(wrong)}</Fact>}
      </div>
      <div>
        <Button
          variant="default"
          leftSection={<IconCloudUpload size={18} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          撮影の送信状況
        </Button>
      </div>
      <OutboxDrawer opened={opened} onClose={() => setOpened(false)} />
    </Flex>
  )
}

/** Whether the browser promised to keep the storage; null: not known yet. */
function usePersisted(): boolean | null {
  const [persisted, setPersisted] = useState<boolean | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const asked = navigator.storage?.persisted?.() ?? Promise.resolve(false)
    asked.then((is) => ending.signal.aborted || setPersisted(is), console.warn)
    return () => ending.abort()
  }, [])
  return persisted
}
