import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export const BackToLogin = () => (
  <Anchor component={Link} to="/login">
    ログインに戻る
  </Anchor>
)
