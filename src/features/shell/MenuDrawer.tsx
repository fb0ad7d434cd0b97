import { Drawer } from '@mantine/core'
import { Menu } from './Menu.tsx'
import { UpdateStatus } from './UpdateStatus.tsx'

interface Props {
  opened: boolean
  onClose: () => void
}

/** On phones: above the button that opens it, and its own close button where notifications leave it free. */
export const MenuDrawer = ({ opened, onClose }: Props) => (
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
    <Menu onFollowed={onClose} />
  </Drawer>
)
