import { Flex } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'

/** Shown once the photograph is stored on the device. */
export const Saved = () => (
  <Flex
    component="p"
    display="inline-flex"
    gap={4}
    align="center"
    fz="sm"
    fw={700}
    c="var(--normal-text)"
    role="status"
  >
    <IconCheck size={18} aria-hidden />
    写真を保存しました
  </Flex>
)
