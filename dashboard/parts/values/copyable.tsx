import { Button, CopyButton, Group, Text } from '@mantine/core'
import { useTexts } from '../../app/language.ts'

export const Copyable = ({ label, value }: { label: string; value: string }) => {
  const texts = useTexts()
  return (
    <div>
      <Text fw={600}>{label}</Text>
      <Group gap="sm" wrap="nowrap" align="center" className="copyable">
        <code className="code">{value}</code>
        <CopyButton value={value} timeout={2_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              aria-label={`${copied ? texts.copied : texts.copy}: ${label}`}
            >
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  )
}
