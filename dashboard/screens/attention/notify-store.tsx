import { Button, Group, Stack, Text } from '@mantine/core'
import { moneyText } from '../../../src/domain/money-text.ts'
import { use } from '../../app/api.ts'
import { useLanguage, useTexts } from '../../app/language.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { Loaded } from '../../parts/loaded.tsx'

/** Shows a dry run, then notifies the store of orders that differ from the gateway. */
export const NotifyStore = ({ storeId, close }: { storeId: string; close: () => void }) => {
  const { cancel, attention } = useTexts()
  const texts = attention.actions
  const { format, language } = useLanguage()
  const params = { path: { id: storeId } }
  const dryRun = use.useQuery('post', '/operator/v1/stores/{id}/orders/notify', {
    params,
    body: { dry: true },
  })
  const act = useAction(
    use.useMutation('post', '/operator/v1/stores/{id}/orders/notify'),
    ({ notified }) => format(texts.notified, { orders: notified }),
    { after: close },
  )
  return (
    <Dialog opened onClose={close} title={texts.notifyTitle}>
      <Loaded query={dryRun}>
        {({ orders, money, unpaid, more }) => (
          <Stack gap="md">
            {orders > 0 ? (
              <>
                <Text fw={600}>
                  {format(texts.notifyCount, {
                    orders,
                    money: money
                      .map(({ amount, currency }) => moneyText(amount, currency, language))
                      .join(' + '),
                  })}
                </Text>
                <Text>{texts.notifyText}</Text>
              </>
            ) : null}
            {unpaid > 0 ? (
              <Text c="dimmed">{format(texts.notifyUnpaid, { orders: unpaid })}</Text>
            ) : null}
            {more ? <Text c="dimmed">{texts.notifyMore}</Text> : null}
            <Group gap="sm">
              <Button
                data-autofocus
                loading={act.isPending}
                disabled={orders === 0}
                onClick={() => act.run({ params, body: { dry: false } })}
              >
                {texts.notifyConfirm}
              </Button>
              <Button variant="default" onClick={close}>
                {cancel}
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  )
}
