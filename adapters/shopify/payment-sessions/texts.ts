import type { Language } from '../../adapter.ts'
import type { PaymentRejection } from './rejection-reason.ts'

/** For staff. */
export const REJECTION_TEXTS: Record<Language, Record<PaymentRejection, string>> = {
  es: {
    AUTHENTICATION_FAILED: 'El banco no pudo confirmar que el titular hizo el pago.',
    CALL_ISSUER: 'El banco pide que el titular lo llame.',
    CANCELLED_PAYMENT: 'El comprador no pagó a tiempo, o ya pagó con otra sesión.',
    CARD_DECLINED: 'La tarjeta fue rechazada.',
    DO_NOT_HONOR: 'El banco rechazó la tarjeta sin decir por qué.',
    EXPIRED_CARD: 'La tarjeta está vencida.',
    FRAUD_SUSPECTED: 'El banco sospecha un fraude.',
    INCORRECT_CVC: 'El código de seguridad no es correcto.',
    INCORRECT_NUMBER: 'El número de la tarjeta no es correcto.',
    INCORRECT_PIN: 'El PIN no es correcto.',
    INSUFFICIENT_FUNDS: 'La tarjeta no tiene fondos suficientes.',
    INVALID_AMOUNT: 'El monto no es válido.',
    INVALID_CURRENCY: 'La moneda no es válida.',
    INVALID_PURCHASE_TYPE: 'La pasarela cobra de una vez: no puede solo autorizar.',
    MERCHANT_ACCOUNT_ERROR:
      'Las claves de la pasarela son de otro entorno, o su cuenta no acepta el pago.',
    PICK_UP_CARD: 'El banco no permite usar la tarjeta.',
    PROCESSING_ERROR: 'El procesador no pudo hacer el pago.',
    TRANSACTION_LIMIT_EXCEEDED: 'El pago supera el límite de la tarjeta.',
  },
  en: {
    AUTHENTICATION_FAILED: 'The bank could not confirm that the cardholder made the payment.',
    CALL_ISSUER: 'The bank wants the cardholder to call.',
    CANCELLED_PAYMENT: 'The buyer did not pay in time, or has paid by another session.',
    CARD_DECLINED: 'The card was declined.',
    DO_NOT_HONOR: 'The bank declined the card and does not say why.',
    EXPIRED_CARD: 'The card has expired.',
    FRAUD_SUSPECTED: 'The bank suspects fraud.',
    INCORRECT_CVC: 'The security code is not right.',
    INCORRECT_NUMBER: 'The number of the card is not right.',
    INCORRECT_PIN: 'The PIN is not right.',
    INSUFFICIENT_FUNDS: 'The card does not have the funds.',
    INVALID_AMOUNT: 'The amount is not valid.',
    INVALID_CURRENCY: 'The currency is not valid.',
    INVALID_PURCHASE_TYPE: 'The gateway charges at once: it cannot authorize only.',
    MERCHANT_ACCOUNT_ERROR:
      "The gateway's keys are of the other environment, or its account does not take the payment.",
    PICK_UP_CARD: 'The bank does not let the card be used.',
    PROCESSING_ERROR: 'The processor could not make the payment.',
    TRANSACTION_LIMIT_EXCEEDED: 'The payment is above the limit of the card.',
  },
}

interface SessionTexts {
  refundNotMade: string
  captureNotPossible: string
}

/** For staff, about money not refunded or captured. */
export const SESSION_TEXTS: Record<Language, SessionTexts> = {
  es: {
    refundNotMade: 'La pasarela no reembolsó el dinero. El motivo está en Puente.',
    captureNotPossible: 'La pasarela cobra de una vez: no hay nada que capturar.',
  },
  en: {
    refundNotMade: 'The gateway has not refunded the money. Puente says why.',
    captureNotPossible: 'The gateway charges at once: there is nothing to capture.',
  },
}
