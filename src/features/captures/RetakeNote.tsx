import { Button, Group } from '@mantine/core'
import text from '../../ui/text/Text.module.css'

interface Props {
  back: () => void
}

/** During a retake: the fate of the previous photograph, and the way back. */
export function RetakeNote({ back }: Props) {
  return (
    <Group gap="4px 12px" justify="space-between" wrap="nowrap" mb={8} role="status">
      <p className={text.small}>前の写真は、新しい写真を保存すると置き換わります。</p>
      <Button variant="default" flex="none" h={48} onClick={back}>
        前の写真に戻る
      </Button>
    </Group>
  )
}
