<?php
/**
 * Saved cards.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * Each card that the gateway keeps for a customer of this site is one payment token of WooCommerce.
 * The token holds the gateway's reference, never a card number.
 */
class Puente_Saved_Cards {

	const CARD_ID = '/^pm_[A-Za-z0-9_-]{1,180}$/D';

	/**
	 * Whether Puente is telling about a card that is gone already.
	 *
	 * @var bool
	 */
	private static $is_gone_already = false;

	/**
	 * Follows the deletion of tokens.
	 */
	public static function watch() {
		add_action( 'woocommerce_payment_token_deleted', array( __CLASS__, 'after_deletion' ), 10, 2 );
	}

	/**
	 * Keeps a card of a customer. The same card is kept once, and its expiry brought up to date.
	 *
	 * @param int   $customer_id An existing user.
	 * @param array $card        `id`, `brand`, `last_four`, `exp_month`, `exp_year`, `is_default`.
	 * @return array `created` and `token_id`.
	 */
	public static function keep( $customer_id, array $card ) {
		global $wpdb;
		$lock = 'puente_card_' . substr( hash( 'sha256', $wpdb->prefix . $customer_id . $card['id'] ), 0, 40 );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Of two tellings at the same moment one makes the token.
		$wpdb->query( $wpdb->prepare( 'SELECT GET_LOCK(%s, 10)', $lock ) );
		$ids   = self::token_ids( $card['id'], $customer_id );
		$token = $ids ? WC_Payment_Tokens::get( $ids[0] ) : new WC_Payment_Token_CC();
		$token->set_card_type( strtolower( $card['brand'] ) );
		$token->set_last4( $card['last_four'] );
		$token->set_expiry_month( sprintf( '%02d', $card['exp_month'] ) );
		$token->set_expiry_year( (string) $card['exp_year'] );
		if ( ! $ids ) {
			$token->set_gateway_id( Puente_Gateway::ID );
			$token->set_token( $card['id'] );
			$token->set_user_id( $customer_id );
			$token->set_default( $card['is_default'] && ! self::has_default( $customer_id ) );
		}
		$token->save();
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
		return array(
			'created'  => ! $ids,
			'token_id' => $token->get_id(),
		);
	}

	/**
	 * Takes a card that the gateway does not charge any more off everybody's list.
	 *
	 * @param string $card_id The gateway's reference.
	 * @return int How many tokens it was.
	 */
	public static function remove( $card_id ) {
		$ids = self::token_ids( $card_id );
		// Puente knows it already, so it is not told.
		self::$is_gone_already = true;
		foreach ( $ids as $id ) {
			WC_Payment_Tokens::delete( $id );
		}
		self::$is_gone_already = false;
		return count( $ids );
	}

	/**
	 * The saved card that the customer has chosen. Somebody else's card is none.
	 *
	 * @param string $token_id What was posted.
	 * @return WC_Payment_Token|null
	 */
	public static function chosen( $token_id ) {
		$token   = ctype_digit( $token_id ) ? WC_Payment_Tokens::get( (int) $token_id ) : null;
		$user_id = get_current_user_id();
		$is_own  = $token && $user_id > 0 && $token->get_user_id() === $user_id && Puente_Gateway::ID === $token->get_gateway_id();
		return $is_own ? $token : null;
	}

	/**
	 * A customer has deleted a card, or the account was closed: the gateway forgets the card, too.
	 *
	 * @param int              $token_id The id of the token.
	 * @param WC_Payment_Token $token    The token that was deleted.
	 */
	public static function after_deletion( $token_id, $token ) {
		if ( self::$is_gone_already || Puente_Gateway::ID !== $token->get_gateway_id() || ! preg_match( self::CARD_ID, $token->get_token() ) ) {
			return;
		}
		$is_owner = get_current_user_id() > 0 && $token->get_user_id() === get_current_user_id();
		if ( $is_owner || current_user_can( 'delete_users' ) ) {
			Puente_Card_Revocation::revoke( $token->get_token() );
		}
	}

	/**
	 * Whether a customer has a default token of any payment method.
	 *
	 * @param int $customer_id The customer.
	 * @return bool
	 */
	private static function has_default( $customer_id ) {
		return null !== WC_Payment_Tokens::get_customer_default_token( $customer_id );
	}

	/**
	 * The tokens of a card.
	 *
	 * @param string   $card_id     The gateway's reference.
	 * @param int|null $customer_id Of this customer only.
	 * @return int[]
	 */
	private static function token_ids( $card_id, $customer_id = null ) {
		global $wpdb;
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- WooCommerce cannot search tokens by what they hold.
		$rows = $wpdb->get_results(
			$wpdb->prepare(
				"SELECT token_id, user_id FROM {$wpdb->prefix}woocommerce_payment_tokens WHERE gateway_id = %s AND token = %s ORDER BY token_id",
				Puente_Gateway::ID,
				$card_id
			)
		);
		$ids  = array();
		foreach ( $rows as $row ) {
			if ( null === $customer_id || (int) $row->user_id === $customer_id ) {
				$ids[] = (int) $row->token_id;
			}
		}
		return $ids;
	}
}
