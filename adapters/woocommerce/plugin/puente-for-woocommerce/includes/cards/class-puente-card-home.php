<?php
/**
 * Home of a saved card.
 *
 * @package Puente
 */

defined( 'ABSPATH' ) || exit;

/**
 * The gateway keeps a card for one account, test or live, hence one store at Puente; no other store
 * can charge or delete it. Includes the installation once known, because two may have a store of
 * the same id.
 */
class Puente_Card_Home {

	const META = 'puente_store';

	/**
	 * Returns the home of newly saved cards.
	 *
	 * @return string|null `null` if not connected.
	 */
	public static function current() {
		$pairing = Puente_Pairings::current();
		return $pairing ? self::of( $pairing ) : null;
	}

	/**
	 * Returns the home of a pairing's cards.
	 *
	 * @param Puente_Pairing $pairing Pairing.
	 * @return string Store id, with the installation if known.
	 */
	public static function of( Puente_Pairing $pairing ) {
		$installation = Puente_Facts::installation_of( $pairing->store_id );
		return $pairing->store_id . ( '' === $installation ? '' : '@' . $installation );
	}

	/**
	 * Returns the home of a token's card.
	 *
	 * @param WC_Payment_Token $token Token.
	 * @return string Empty for an older version's token: the connected store's.
	 */
	public static function of_token( $token ) {
		return (string) $token->get_meta( self::META );
	}

	/**
	 * Returns whether the connected store can charge the card.
	 *
	 * @param WC_Payment_Token $token Token.
	 */
	public static function is_here( $token ) {
		$here = self::current();
		return null !== $here && self::are_same( self::of_token( $token ), $here );
	}

	/**
	 * Returns whether two homes are equal; unknown parts equal any.
	 *
	 * @param string $one   Home, or empty.
	 * @param string $other Another.
	 */
	public static function are_same( $one, $other ) {
		if ( '' === $one || '' === $other ) {
			return true;
		}
		list( $store, $installation )             = explode( '@', $one . '@' );
		list( $other_store, $other_installation ) = explode( '@', $other . '@' );
		$is_one_puente                            = '' === $installation || '' === $other_installation || $installation === $other_installation;
		return $store === $other_store && $is_one_puente;
	}
}
