//! Replies that are kept for a while, because the same question often comes again: the same question
//! has the same answer.

use crate::reply::Reply;
use std::collections::HashMap;
use std::sync::Arc;

/// Larger replies are made again.
const LARGEST: usize = 256 << 10;

/// Replies by their question, the recent ones. Two generations: what is asked for moves to the young
/// one, and when that is full, the old one is forgotten. Every operation is O(1).
pub struct ReplyCache {
    /// How many bytes a generation may hold.
    most: usize,
    bytes: usize,
    young: HashMap<Arc<str>, Reply>,
    old: HashMap<Arc<str>, Reply>,
}

impl ReplyCache {
    /// A cache of at most `most` bytes.
    pub fn new(most: usize) -> ReplyCache {
        ReplyCache { most: most / 2, bytes: 0, young: HashMap::new(), old: HashMap::new() }
    }

    /// The reply to a question, if it is kept.
    pub fn get(&mut self, key: &str) -> Option<Reply> {
        if let Some(reply) = self.young.get(key) {
            return Some(reply.clone());
        }
        let (key, reply) = self.old.remove_entry(key)?;
        self.put(key, reply.clone());
        Some(reply)
    }

    /// Keeps a reply.
    pub fn put(&mut self, key: Arc<str>, reply: Reply) {
        let bytes = key.len() + reply.size();
        if bytes > LARGEST.min(self.most) {
            return;
        }
        if self.bytes + bytes > self.most {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        if self.young.insert(key, reply).is_none() {
            self.bytes += bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(size: usize) -> Reply {
        Reply::csv("x".repeat(size))
    }

    #[test]
    fn what_is_asked_for_stays_and_the_rest_goes() {
        let one = reply(100).size() + 1;
        let mut cache = ReplyCache::new(2 * 3 * one);
        for key in ["a", "b", "c", "d", "e"] {
            cache.put(key.into(), reply(100));
            assert!(cache.get("a").is_some(), "a is asked for all the time");
        }
        for key in ["f", "g", "h", "i"] {
            cache.put(key.into(), reply(100));
            assert!(cache.young.len() + cache.old.len() <= 6);
        }
        assert!(cache.get("b").is_none());
        assert!(cache.get("i").is_some());
    }

    #[test]
    fn large_replies_are_not_kept() {
        let mut cache = ReplyCache::new(10_000);
        cache.put("a".into(), reply(6_000));
        assert!(cache.get("a").is_none());
    }
}
