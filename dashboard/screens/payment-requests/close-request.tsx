import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { OTHER_PAYMENTS, type OtherPayment } from '../../../src/domain/requests/request-states.ts'
import { use } from '../../app/api.ts'
import { useTexts } from '../../app/language.ts'
import { DialogButton } from '../../parts/dialog.tsx'
import { ActButton } from '../../parts/forms/act-button.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { useAction } from '../../parts/forms/use-action.ts'
import { pickOneOf } from '../../parts/search.ts'

/** Closes an unpaid request: paid another way, or cancelled. */
export const CloseRequest = ({ id }: { id: string }) => {
  const texts = useTexts().requests
  return (
    <>
      <DialogButton text={texts.otherwise} title={texts.otherwiseTitle} variant="default">
        {(close) => <PaidOtherwise id={id} close={close} />}
      </DialogButton>
      <ActButton
        path="/operator/v1/orders/{id}/cancel"
        id={id}
        done={texts.cancelled}
        question={{
          title: texts.cancelTitle,
          text: texts.cancelText,
          confirm: texts.cancel,
          cancel: texts.keep,
        }}
      >
        {texts.cancel}
      </ActButton>
    </>
  )
}

const PaidOtherwise = ({ id, close }: { id: string; close: () => void }) => {
  const texts = useTexts().requests
  const [how, setHow] = useState<OtherPayment>('cash')
  const mutation = use.useMutation('post', '/operator/v1/payment-requests/{id}/paid-otherwise')
  const act = useAction(mutation, texts.closed, { after: close })
  return (
    <Form
      submit={() => act.run({ params: { path: { id } }, body: { how } })}
      send={texts.close}
      isPending={act.isPending}
      close={close}
    >
      <Radio.Group
        aria-label={texts.otherwiseTitle}
        value={how}
        onChange={(value) => setHow(pickOneOf(OTHER_PAYMENTS, value) ?? 'cash')}
      >
        <Stack gap="sm">
          {OTHER_PAYMENTS.map((each) => (
            <Radio key={each} value={each} label={texts.hows[each]} />
          ))}
        </Stack>
      </Radio.Group>
      <Text c="dimmed">{texts.otherwiseFollows}</Text>
    </Form>
  )
}
