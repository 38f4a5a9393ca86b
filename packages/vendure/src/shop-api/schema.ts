import { type DocumentNode, parse } from 'graphql'

/** Extension of Vendure's Shop API. */
export const shopSchema: DocumentNode = parse(`
  extend type Query {
    "Cards that the signed-in customer saved at Puente; empty for guests, and without an active order."
    puenteSavedCards(methodCode: String): [PuenteSavedCard!]!
  }

  extend type Mutation {
    "Moves the active order to the payment, and returns the page where the customer pays it."
    createPuenteCheckout(input: PuenteCheckoutInput!): PuenteCheckoutResult!
    "Asks Puente whether an order is paid, and places it if so. For the page that customers return to. Access is that of orderByCode."
    settlePuenteOrder(orderCode: String!): PuenteOrderResult!
  }

  input PuenteCheckoutInput {
    "Code of the payment method; by default the first one of Puente in the channel. The default channel has those of all channels: pass it there."
    methodCode: String
    "Page of the storefront that customers return to after the payment."
    successUrl: String!
    "Page that customers return to if they cancel; by default \`successUrl\`."
    cancelUrl: String
    "Saved card (\`pm_…\`) of the customer to charge now."
    savedCard: String
    "Where the customer types the card; by default the store's checkout_mode at Puente."
    mode: PuenteCheckoutMode
  }

  enum PuenteCheckoutMode {
    "The page of the gateway. Redirect to payUrl."
    HOSTED
    "Puente's page with card fields. Redirect to payUrl, or show it in your page with @puente/browser."
    CARD_PAGE
  }

  type PuenteCheckout {
    orderCode: String!
    "Page where the customer pays. Redirect to it."
    payUrl: String!
    "Why the saved card was declined, in words for the customer."
    declined: String
  }

  type PuenteSavedCard {
    "Pass it as savedCard."
    id: String!
    brand: String
    lastFour: String
    expMonth: Int
    expYear: Int
  }

  type PuenteCheckoutError implements ErrorResult {
    errorCode: ErrorCode!
    message: String!
    "True: the same mutation may succeed later. Repeating it never charges twice."
    retry: Boolean!
  }

  "The order is placed: there is nothing to pay any more."
  type PuenteOrderPaid {
    orderCode: String!
  }

  type PuenteOrderUnpaid {
    orderCode: String!
  }

  union PuenteCheckoutResult = PuenteCheckout | PuenteOrderPaid | PuenteCheckoutError
  union PuenteOrderResult = PuenteOrderPaid | PuenteOrderUnpaid | PuenteCheckoutError
`)
