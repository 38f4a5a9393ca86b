<?php
/**
 * Saved cards.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * One WooCommerce payment token per card, with the gateway's reference, never a card number.
 */
class Puente_Saved_Cards {

	// References replaced by a newer one.
	const REPLACED = 'puente_replaced';
	const CARD_ID  = '/^pm_[A-Za-z0-9_-]{1,180}$/D';

	/**
	 * Whether the card is already gone at Puente.
	 *
	 * @var bool
	 */
	private static $is_gone_already = false;

	/**
	 * Hooks into token deletion, and hides tokens that cannot be charged.
	 */
	public static function watch() {
		add_action( 'woocommerce_payment_token_deleted', array( __CLASS__, 'after_deletion' ), 10, 2 );
		add_filter( 'woocommerce_get_customer_payment_tokens', array( __CLASS__, 'only_here' ) );
		// WooCommerce deletes only the first ten visible tokens.
		add_action( 'delete_user', array( __CLASS__, 'before_account_ends' ), 5 );
		add_action( 'wpmu_delete_user', array( __CLASS__, 'before_network_account_ends' ), 5 );
	}

	/**
	 * Saves a card. Idempotent: the same card keeps its token, with the latest expiry and
	 * reference.
	 *
	 * @param int   $customer_id An existing user.
	 * @param array $card        `id`, `brand`, `last_four`, `exp_month`, `exp_year`, `is_default`.
	 * @return array `created` and `token_id`.
	 */
	public static function keep( $customer_id, array $card ) {
		global $wpdb;
		$lock = 'puente_card_' . substr( hash( 'sha256', $wpdb->prefix . $customer_id ), 0, 40 );
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Atomic: of two concurrent notifications, one creates the token.
		$wpdb->query( $wpdb->prepare( 'SELECT GET_LOCK(%s, 10)', $lock ) );
		$kept   = self::same_card( $customer_id, $card );
		$before = $kept ? $kept->get_token() : '';
		$token  = $kept ? $kept : new WC_Payment_Token_CC();
		$older  = array_filter( explode( ' ', (string) $token->get_meta( self::REPLACED ) ) );
		if ( in_array( $card['id'], $older, true ) ) {
			// A late notification of a replaced reference.
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery
			$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
			return array(
				'created'  => false,
				'token_id' => $token->get_id(),
			);
		}
		$token->set_card_type( strtolower( $card['brand'] ) );
		$token->set_last4( $card['last_four'] );
		$token->set_expiry_month( sprintf( '%02d', $card['exp_month'] ) );
		$token->set_expiry_year( (string) $card['exp_year'] );
		$token->set_token( $card['id'] );
		$is_replaced = $kept && $before !== $card['id'];
		if ( $is_replaced ) {
			$token->update_meta_data( self::REPLACED, implode( ' ', array_merge( $older, array( $before ) ) ) );
		}
		if ( ! $kept ) {
			$token->set_gateway_id( Puente_Gateway::ID );
			$token->set_user_id( $customer_id );
			$token->set_default( $card['is_default'] && ! self::has_default( $customer_id ) );
		}
		$token->update_meta_data( Puente_Card_Home::META, (string) Puente_Card_Home::current() );
		$token->save();
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->query( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $lock ) );
		/**
		 * Runs after a card was saved or renewed.
		 *
		 * @param int              $customer_id Customer.
		 * @param WC_Payment_Token $token       Card.
		 */
		do_action( 'puente_card_saved', $customer_id, $token );
		if ( $is_replaced ) {
			// Now invisible, so it must not stay chargeable.
			Puente_Card_Revocation::revoke( $before, (string) Puente_Card_Home::current(), false );
		}
		return array(
			'created'  => ! $kept,
			'token_id' => $token->get_id(),
		);
	}

	/**
	 * Finds a token by reference or by brand and last digits.
	 *
	 * @param int   $customer_id Customer.
	 * @param array $card        Card.
	 * @return WC_Payment_Token|null
	 */
	private static function same_card( $customer_id, array $card ) {
		$ids = self::token_ids( $card['id'], $customer_id );
		if ( $ids ) {
			return WC_Payment_Tokens::get( $ids[0] );
		}
		foreach ( '' === $card['last_four'] ? array() : self::token_ids( null, $customer_id ) as $id ) {
			$token = WC_Payment_Tokens::get( $id );
			if ( $token && Puente_Card_Home::is_here( $token ) && $token->get_last4() === $card['last_four'] && $token->get_card_type() === strtolower( $card['brand'] ) ) {
				return $token;
			}
		}
		return null;
	}

	/**
	 * Removes a card that the connected store can no longer charge.
	 *
	 * @param string $card_id Gateway's reference.
	 * @return int Tokens removed.
	 */
	public static function remove( $card_id ) {
		$removed = 0;
		// Puente reported the removal itself.
		self::$is_gone_already = true;
		foreach ( self::token_ids( $card_id ) as $id ) {
			$token = WC_Payment_Tokens::get( $id );
			if ( $token && Puente_Card_Home::is_here( $token ) ) {
				WC_Payment_Tokens::delete( $id );
				++$removed;
			}
		}
		self::$is_gone_already = false;
		return $removed;
	}

	/**
	 * Hides cards of unconnected stores.
	 *
	 * @param WC_Payment_Token[] $tokens Of any payment method.
	 * @return WC_Payment_Token[]
	 */
	public static function only_here( $tokens ) {
		return null === Puente_Pairings::current() ? $tokens : array_filter(
			$tokens,
			static function ( $token ) {
				return Puente_Gateway::ID !== $token->get_gateway_id() || Puente_Card_Home::is_here( $token );
			}
		);
	}

	/**
	 * Finds a customer's card by its reference, or by one that it replaced.
	 *
	 * @param int    $customer_id Customer.
	 * @param string $card_id     Gateway's reference.
	 * @return WC_Payment_Token|null `null` if the connected store cannot charge it.
	 */
	public static function of_customer( $customer_id, $card_id ) {
		if ( $customer_id <= 0 || ! preg_match( self::CARD_ID, $card_id ) ) {
			return null;
		}
		foreach ( self::token_ids( null, $customer_id ) as $id ) {
			$token = WC_Payment_Tokens::get( $id );
			if ( ! $token || ! Puente_Card_Home::is_here( $token ) ) {
				continue;
			}
			if ( $token->get_token() === $card_id || in_array( $card_id, explode( ' ', (string) $token->get_meta( self::REPLACED ) ), true ) ) {
				return $token;
			}
		}
		return null;
	}

	/**
	 * Binds older versions' tokens to the connected store before it changes.
	 */
	public static function name_homes() {
		$pairing = Puente_Pairings::kept();
		if ( ! $pairing ) {
			return;
		}
		foreach ( self::token_ids() as $id ) {
			$token = WC_Payment_Tokens::get( $id );
			if ( $token && '' === Puente_Card_Home::of_token( $token ) ) {
				$token->update_meta_data( Puente_Card_Home::META, Puente_Card_Home::of( $pairing ) );
				$token->save_meta_data();
			}
		}
	}

	/**
	 * Deletes all cards of a closed account, hidden ones included.
	 *
	 * @param int $user_id User.
	 */
	public static function before_account_ends( $user_id ) {
		foreach ( self::token_ids( null, (int) $user_id ) as $id ) {
			WC_Payment_Tokens::delete( $id );
		}
	}

	/**
	 * Deletes all cards of an account that ends in a whole network, for which WordPress does not run
	 * the other hook. Customers of a site need not be its members.
	 *
	 * @param int $user_id User.
	 */
	public static function before_network_account_ends( $user_id ) {
		Puente_Network::on_each_site(
			true,
			static function () use ( $user_id ) {
				if ( Puente_Pairings::kept() ) {
					self::before_account_ends( $user_id );
				}
			}
		);
	}

	/**
	 * Returns the chosen card, if the customer's and of this store.
	 *
	 * @param string $token_id Posted value.
	 * @return WC_Payment_Token|null
	 */
	public static function chosen( $token_id ) {
		$token   = ctype_digit( $token_id ) ? WC_Payment_Tokens::get( (int) $token_id ) : null;
		$user_id = get_current_user_id();
		$is_own  = $token && $user_id > 0 && $token->get_user_id() === $user_id && Puente_Gateway::ID === $token->get_gateway_id();
		return $is_own && Puente_Card_Home::is_here( $token ) ? $token : null;
	}

	/**
	 * Revokes a deleted card: an invisible card must not stay chargeable.
	 *
	 * @param int              $token_id Token id.
	 * @param WC_Payment_Token $token    Deleted token.
	 */
	public static function after_deletion( $token_id, $token ) {
		if ( self::$is_gone_already || Puente_Gateway::ID !== $token->get_gateway_id() || ! preg_match( self::CARD_ID, $token->get_token() ) ) {
			return;
		}
		$home     = Puente_Card_Home::of_token( $token );
		$pairing  = Puente_Pairings::kept();
		$is_owner = get_current_user_id() > 0 && $token->get_user_id() === get_current_user_id();
		Puente_Card_Revocation::revoke( $token->get_token(), '' === $home && $pairing ? Puente_Card_Home::of( $pairing ) : $home, $is_owner );
	}

	/**
	 * Returns whether a customer has a visible default token of any method.
	 *
	 * @param int $customer_id Customer.
	 */
	private static function has_default( $customer_id ) {
		// WooCommerce lists only as many tokens as a page shows posts.
		$token = WC_Payment_Tokens::get_customer_default_token( $customer_id );
		return $token && array() !== self::only_here( array( $token ) );
	}

	/**
	 * Returns our tokens, of any store.
	 *
	 * @param string|null $card_id     Filter.
	 * @param int|null    $customer_id Filter.
	 * @return int[]
	 */
	private static function token_ids( $card_id = null, $customer_id = null ) {
		global $wpdb;
		// phpcs:disable WordPress.DB -- WooCommerce cannot query tokens by reference; the SQL holds constants only.
		$sql    = "SELECT token_id FROM {$wpdb->prefix}woocommerce_payment_tokens WHERE gateway_id = %s";
		$values = array( Puente_Gateway::ID );
		if ( null !== $card_id ) {
			$sql     .= ' AND token = %s';
			$values[] = $card_id;
		}
		if ( null !== $customer_id ) {
			$sql     .= ' AND user_id = %d';
			$values[] = $customer_id;
		}
		return array_map( 'intval', $wpdb->get_col( $wpdb->prepare( $sql . ' ORDER BY token_id', $values ) ) );
		// phpcs:enable
	}
}
