export const alertMailText = (wanted: boolean): string => (wanted ? '受け取る' : '受け取らない')
