import { Button, Drawer } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Menu } from './Menu.tsx'
import { UpdateStatus } from './UpdateStatus.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  onSearch: () => void
}

/** On phones: above the button that opens it, and its own close button where notifications leave it free. */
export const MenuDrawer = ({ opened, onClose, onSearch }: Props) => (
  <Drawer
    opened={opened}
    onClose={onClose}
    position="right"
    size={280}
    title="メニュー"
    padding="xs"
    closeButtonProps={{ 'aria-label': '閉じる', size: 48 }}
  >
    <UpdateStatus />
    <Button
      variant="default"
      fullWidth
      size="md"
      justify="start"
      leftSection={<IconSearch size={22} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      onClick={() => {
        onClose()
        onSearch()
      }}
    >
      検索
    </Button>
    <Menu onFollowed={onClose} />
  </Drawer>
)
